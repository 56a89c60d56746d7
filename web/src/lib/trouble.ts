/** Words for people, whatever went wrong. */

import { ApiError } from "./api";

export function words(error: unknown, otherwise: string): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof Error && error.message) return error.message;
  return otherwise;
}
