/** The pattern of LIKE for texts that contain this one, whose own characters stand for themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
