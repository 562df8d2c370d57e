import { expect, test } from 'vitest'
import { isAiPath } from './ai-menu-memory.ts'

const PATHS = ['/ai-chat', '/ai/budget', '/rag']

test.each([
  ['/ai-chat', true],
  ['/ai-chat/7', true],
  ['/ai/budget', true],
  ['/ai-chat-agents', false],
  ['/ragtime', false],
  ['/', false],
])('%s opens the submenu: %s', (pathname, opens) => {
  expect(isAiPath(pathname, PATHS)).toBe(opens)
})
