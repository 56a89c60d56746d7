/**
 * What is wrong with a field, in the language of the page. The browser looks whether a form is filled in, and would say
 * it in its own language, which need not be the one that the page speaks.
 */

import { dateWords, dayWords, numberWords, t } from "./languages";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isField(node: EventTarget | null): node is Field {
  return node instanceof HTMLInputElement || node instanceof HTMLSelectElement || node instanceof HTMLTextAreaElement;
}

/** A limit of a field as it is read: a day as the language writes it, a number with its marks. */
function limit(field: Field, written: string): string {
  const kind = field.type;
  if (kind === "date") return dayWords(written);
  if (kind === "datetime-local") return dateWords(new Date(written), { dateStyle: "medium", timeStyle: "short" });
  return kind === "number" ? numberWords(Number(written)) : written;
}

/** The sentence for what is wrong with a field; empty if nothing is. */
export function complaint(field: Field): string {
  const found = field.validity;
  const isDay = field.type === "date" || field.type === "datetime-local";
  const given = (name: string): string => field.getAttribute(name) ?? "";
  if (found.badInput) return isDay ? t("Give a whole day, or choose one.") : t("Write a number.");
  if (found.valueMissing) return field instanceof HTMLSelectElement ? t("Choose one.") : isDay ? t("Choose a day.") : t("Fill this in, please.");
  if (found.tooShort) return t("{{least}} characters or more are needed, and here are {{number}}.", { least: given("minlength"), number: field.value.length });
  if (found.tooLong) return t("At most {{most}} characters fit, and here are {{number}}.", { most: given("maxlength"), number: field.value.length });
  if (found.typeMismatch) return field.type === "email" ? t("Write a whole mail address, such as you@example.org.") : t("Write a whole address, such as https://example.org.");
  if (found.rangeUnderflow) return isDay ? t("Choose {{day}} or later.", { day: limit(field, given("min")) }) : t("{{least}} or more is expected.", { least: limit(field, given("min")) });
  if (found.rangeOverflow) return isDay ? t("Choose {{day}} or earlier.", { day: limit(field, given("max")) }) : t("{{most}} or less is expected.", { most: limit(field, given("max")) });
  if (found.stepMismatch) return given("step") ? t("Expected are steps of {{step}}.", { step: numberWords(Number(given("step"))) }) : t("Write a whole number.");
  if (found.patternMismatch) return field.inputMode === "numeric" ? t("Write a whole number.") : t("This is not written as it is expected here.");
  return "";
}

/** Let the browser say the sentences of the page, in every form there is and will be. Call what comes back to end it. */
export function speakOfFields(page: Document): () => void {
  const say = (event: Event): void => {
    const field = event.target;
    if (!isField(field)) return;
    field.setCustomValidity(""); // an older sentence, which would be a fault of its own
    field.setCustomValidity(complaint(field));
  };
  // The limit of a field may follow from another one, so all of the form may be right now.
  const forget = (event: Event): void => {
    if (!isField(event.target)) return;
    for (const field of event.target.form?.elements ?? [event.target]) if (isField(field)) field.setCustomValidity("");
  };
  page.addEventListener("invalid", say, true);
  page.addEventListener("input", forget, true);
  page.addEventListener("change", forget, true);
  const deaf = (): void => {
    page.removeEventListener("invalid", say, true);
    page.removeEventListener("input", forget, true);
    page.removeEventListener("change", forget, true);
  };
  return deaf;
}
