import type { EngineStatus } from "./wire";

/** What the settings say of the engine. */
export function engineWords(status: EngineStatus): string {
  if (status.state === "compiled") return "Engine compiled";
  if (status.state === "compiling") return `Engine compiling, ${status.percent} %`;
  return status.why ? `Engine interpreted: ${status.why}` : "Engine interpreted";
}
