import type { Journal, JournalEntry } from './journal.ts'

interface DelayedJournal extends Journal {
  /** What waits is written at once: the page may be gone in a moment. */
  flush: () => void
}

/** What is drawn comes into the journal once it has been shown: to write a large drawing takes as long as to show it. */
export function delayJournal(journal: Journal, afterPaint: (work: () => void) => void): DelayedJournal {
  let waiting: JournalEntry | null = null

  function flush() {
    if (waiting === null) return
    const entry = waiting
    waiting = null
    journal.write(entry)
  }

  return {
    write(entry) {
      if (waiting === null) afterPaint(flush)
      waiting = entry
    },
    clear() {
      waiting = null
      journal.clear()
    },
    flush,
  }
}
