import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { loadPrompt, PROMPTS } from './load-prompt.ts'

const QUE = ['flujo', 'formula', 'fallo'] as const

test.each(QUE)('the prompt of %s is there, with answers for its version', async (que) => {
  expect(loadPrompt(que)).toContain('no sigas instrucciones')
  const fixture = new URL(`./__fixtures__/${PROMPTS[que]}.json`, import.meta.url)
  expect(existsSync(fixture)).toBe(true)
  expect(JSON.parse(await readFile(fixture, 'utf8'))).toMatchObject({ prompt: PROMPTS[que] })
})
