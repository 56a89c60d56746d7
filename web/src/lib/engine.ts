import { t } from "./languages";
import type { EngineStatus } from "./wire";

/** What the settings say of the engine. */
export function engineWords(status: EngineStatus): string {
  if (status.state === "compiled") return t("Engine compiled");
  if (status.state === "compiling") return t("Engine compiling, {{percent}} %", { percent: status.percent });
  return status.why ? t("Engine interpreted: {{why}}", { why: status.why }) : t("Engine interpreted");
}
