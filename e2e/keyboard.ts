import type { Locator, Page } from 'playwright-core'

/** More stops lie between no two things of a page of a story. */
const MOST = 120

/** An element of the page, whose types are not those of a test. */
interface Focusable {
  ownerDocument: { activeElement: unknown; body: unknown }
}

/** A person without a mouse. */
export class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
  }

  /** Goes there by Tab, as many times as it takes; `back`: by Shift+Tab. */
  async goTo(target: Locator, { back = false } = {}): Promise<void> {
    // A line that runs straight has no height, and counts as hidden.
    await target.waitFor({ state: 'attached' })
    for (let stop = 0; !(await target.evaluate(hasFocus)); stop++) {
      if (stop === MOST) throw new Error(`no way by Tab to ${target}`)
      await this.press(back ? 'Shift+Tab' : 'Tab')
    }
  }

  /** Goes there and presses it. */
  async choose(target: Locator): Promise<void> {
    await this.goTo(target)
    await this.press('Enter')
  }

  /** Waits until it stands there by itself: what was pressed has led to it. */
  async isOn(target: Locator): Promise<void> {
    await target.waitFor()
    await this.#page.waitForFunction(hasFocus, await target.elementHandle())
  }

  /** Of a list that is open. */
  async pick(option: Locator): Promise<void> {
    await option.waitFor()
    for (let step = 0; !(await option.evaluate(isMarked)); step++) {
      if (step === MOST) throw new Error(`no way by the arrows to ${option}`)
      await this.press('ArrowDown')
    }
    await this.press('Enter')
  }
}

function hasFocus(element: Focusable | null): boolean {
  return element !== null && element.ownerDocument.activeElement === element
}

function isMarked(option: { matches(selector: string): boolean }): boolean {
  return option.matches('[data-combobox-selected], [aria-selected="true"], :focus')
}
