/** Where a letter is written, and no command. */
const WRITING = 'input, textarea, select, [contenteditable]:not([contenteditable=false])'

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'defaultPrevented'>

/** The slash, however a keyboard writes it: on a Spanish one it is Shift and 7. Whoever took the key already keeps it. */
export function isSearchKey({ key, altKey, ctrlKey, metaKey, defaultPrevented }: Key): boolean {
  return key === '/' && !altKey && !ctrlKey && !metaKey && !defaultPrevented
}

export function isWritten(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(WRITING) !== null
}
