/** Between an event and the fields of a form. Every field is a text; an empty one is left out. */

import type { CorrectionField, CorrectionForm } from "../wire";

type Body = Record<string, unknown>;

const textOf = (field: CorrectionField, value: unknown): string => {
  if (value === undefined || value === null) return "";
  if (field.kind === "switch") return value === true ? "yes" : "no";
  if (field.kind === "skill") {
    const gain = value as { skill?: string; raised?: string };
    return gain.skill ?? gain.raised ?? "";
  }
  return String(value);
};

export function valuesOf(form: CorrectionForm, body: Body): Record<string, string> {
  return Object.fromEntries(form.fields.map((field) => [field.key, textOf(field, body[field.key])]));
}

export function emptyValues(form: CorrectionForm): Record<string, string> {
  return Object.fromEntries(form.fields.map((field) => [field.key, ""]));
}

function valueOf(field: CorrectionField, text: string): unknown {
  if (field.kind === "number") return Math.trunc(Number(text)) || 0;
  if (field.kind === "switch") return text === "yes";
  if (field.kind === "skill") return field.choices.includes(text.toLowerCase()) ? { raised: text.toLowerCase() } : { skill: text };
  return text;
}

/** The event that the form describes. Parts that it does not show stay as they were. */
export function bodyOf(form: CorrectionForm, values: Readonly<Record<string, string>>, before: Body, reason: string): Body {
  const body: Body = { ...before, kind: form.kind };
  for (const field of form.fields) {
    const text = (values[field.key] ?? "").trim();
    if (text === "") delete body[field.key];
    else if (textOf(field, before[field.key]) !== text) body[field.key] = valueOf(field, text);
  }
  if (form.grant) body.reason = reason;
  return body;
}
