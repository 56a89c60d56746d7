/** Passkeys of the browser: its questions and answers hold bytes, those of the server their letters. */

import { t, word } from "../languages";
import type { PasskeyQuestion } from "../wire";

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function toText(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

interface Described {
  id: string;
  type: "public-key";
}
type Creation = Omit<PublicKeyCredentialCreationOptions, "challenge" | "user" | "excludeCredentials"> & {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: Described[];
};
type Asking = Omit<PublicKeyCredentialRequestOptions, "challenge" | "allowCredentials"> & { challenge: string };

const LEFT = word("Nothing was signed: the passkey was not used.");

/** Ask the browser for a new passkey. Throws words for people. */
export async function createPasskey(question: PasskeyQuestion): Promise<Record<string, unknown>> {
  const options = question.options as unknown as Creation;
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map((each) => ({ ...each, id: toBytes(each.id) })),
  };
  const made = (await asked(() => navigator.credentials.create({ publicKey }))) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return answered(made, { attestationObject: toText(response.attestationObject) });
}

/** Ask the browser for a passkey of this address. */
export async function usePasskey(question: PasskeyQuestion): Promise<Record<string, unknown>> {
  const options = question.options as unknown as Asking;
  const publicKey: PublicKeyCredentialRequestOptions = { ...options, challenge: toBytes(options.challenge), allowCredentials: [] };
  const found = (await asked(() => navigator.credentials.get({ publicKey }))) as PublicKeyCredential;
  const response = found.response as AuthenticatorAssertionResponse;
  return answered(found, {
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
    userHandle: response.userHandle ? toText(response.userHandle) : "",
  });
}

async function asked(ask: () => Promise<Credential | null>): Promise<Credential> {
  let found: Credential | null;
  try {
    found = await ask();
  } catch (error) {
    const known = error instanceof DOMException && error.name === "InvalidStateError";
    throw new Error(known ? t("This device has a passkey of your account already.") : t(LEFT));
  }
  if (!found) throw new Error(t(LEFT));
  return found;
}

function answered(passkey: PublicKeyCredential, response: Record<string, string>): Record<string, unknown> {
  const name = toText(passkey.rawId);
  const clientDataJSON = toText(passkey.response.clientDataJSON);
  return { id: name, rawId: name, type: "public-key", clientExtensionResults: {}, response: { clientDataJSON, ...response } };
}
