/** Pushes to this browser: news while its page is closed. */

import { t } from "../languages";
import { toBytes } from "./passkeys";

/** Whether this browser can take pushes here: it needs HTTPS, or the own computer. */
export const pushesHere = (): boolean => "serviceWorker" in navigator && "PushManager" in window && window.isSecureContext;

/** Ask the browser for its permission; what it says goes to the server. Throws words for people. */
export async function takePushes(key: string): Promise<string> {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(t("The browser was not allowed to show news."));
  const worker = await navigator.serviceWorker.register("/push-worker.js");
  await navigator.serviceWorker.ready;
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: toBytes(key) });
  const { endpoint, keys } = found.toJSON();
  return JSON.stringify({ endpoint, keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } });
}
