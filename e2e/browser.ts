import { afterEach, describe } from 'vitest'
import { CHROMIUM, closePages } from './open-page.ts'

export { closePage, openPage, openSignedIn, openTab, signIn, slowDown, stopClock } from './open-page.ts'

/** A page on a busy machine takes its time. */
const TIMEOUT_MS = 60_000

/** Stories that need a browser; after each of them its pages are closed, and what they complained about fails it. */
export function describeInBrowser(title: string, stories: () => void): void {
  describeWith({}, title, () => {
    afterEach(closePages)
    stories()
  })
}

/** As `describeInBrowser`, but as many at once as `maxConcurrency` says: each closes its own page. */
export function describeAtOnce(title: string, stories: () => void): void {
  describeWith({ concurrent: true }, title, stories)
}

function describeWith(options: { concurrent?: boolean }, title: string, stories: () => void): void {
  const named = CHROMIUM ? title : `${title} (skipped: there is no Chromium)`
  describe.skipIf(!CHROMIUM)(named, { timeout: TIMEOUT_MS, ...options }, stories)
}
