/** What of the page a key is pressed in. */
interface Where {
  matches(selector: string): boolean
  closest(selector: string): Element | null
}

/** What opens beside the canvas is of the whole page. */
const ANYWHERE: ReadonlySet<string> = new Set(['V', '?', 'shift+?'])
/** With Ctrl nobody means a button; what takes away waits for who is on the drawing all the same. */
const isMeant = (combo: string) => combo.startsWith('mod+') && combo !== 'mod+X'

/**
 * Whether a key is meant for the drawing: who is in a dialog, or on a button, a tab or a tree beside it, means that. Esc closes the
 * inspector from within.
 */
export function hearsKey(combo: string, target: Where): boolean {
  // Who has just come is on the page as a whole.
  if (ANYWHERE.has(combo) || isMeant(combo) || target.matches('body, main')) return true
  if (combo === 'Escape' && target.closest('aside[aria-label="Inspector"]')) return true
  return target.closest('#lienzo') !== null && target.closest('button') === null
}

/** Dialogs, drawers and menus, and what else holds the keyboard. A question at the edge of the page waits for its answer and takes no key. */
export function isAnythingInFront(): boolean {
  return document.querySelector('[aria-modal="true"], [role="menu"], [role="dialog"]:focus-within') !== null
}
