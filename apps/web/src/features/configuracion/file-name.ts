/** What a download wants to be called: `attachment; filename="div-2026-11-21.divcopia"`. */
export function fileNameOf(disposition: string | null): string | null {
  return /filename="([^"/\\]+)"/.exec(disposition ?? '')?.[1] ?? null
}
