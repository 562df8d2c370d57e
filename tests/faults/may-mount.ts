import { spawnSync } from 'node:child_process'

/**
 * Whether tests may mount: only root may, and not the root of most containers. Tried where nobody else sees it. The titles of tests that
 * ask say «as root»: what only root can show is not missing elsewhere.
 */
export function mayMount(): boolean {
  if (process.getuid?.() !== 0) return false
  return spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).status === 0
}
