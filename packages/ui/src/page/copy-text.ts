/** Whether it is in the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Pages that came over plain HTTP from another machine have no clipboard but the old one.
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  document.body.append(area)
  area.select()
  const isDone = document.execCommand('copy')
  area.remove()
  // Writing in the text took the focus along.
  if (focused instanceof HTMLElement) focused.focus()
  return isDone
}
