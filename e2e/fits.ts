/* Asked of a page: what of it has no room. */

/** How far to the right anything of the page reaches. */
export const WIDEST = `Math.max(...[...document.querySelectorAll('main *')].map((each) => each.getBoundingClientRect().right))`

/** Words of badges that are cut. */
export const CUT_BADGES = `[...document.querySelectorAll('main .mantine-Badge-label')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map(({ textContent }) => textContent)`
