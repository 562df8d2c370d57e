/**
 * Whether a value that comes in is one that was sent from here: it must not replace what was typed since. `rest` are those that are still
 * on their way.
 */
export function hearValue(
  sent: readonly string[],
  value: string,
): { isOwn: boolean; rest: readonly string[] } {
  const at = sent.indexOf(value)
  return at < 0 ? { isOwn: false, rest: [] } : { isOwn: true, rest: sent.slice(at + 1) }
}
