/** As JSON writes it, all of the languages offered read it. */
export function quote(text: string): string {
  return escapeLineEnds(JSON.stringify(text))
}

/** In JSON: what some languages take for the end of a line, of a comment too, is spelled out. */
export function escapeLineEnds(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
