import type { StoryProduct } from '../../e2e/product.ts'

/** Sessions of the product that wait for what the test has locked. */
const LOCKED =
  "from pg_stat_activity where datname = current_database() and application_name like 'div%' and wait_event_type = 'Lock'"

export async function countLocked(product: StoryProduct): Promise<number> {
  return Number((await product.run(`select count(*) ${LOCKED}`))[0]?.count)
}

/** What was on its way to the database dies with its node; it would go on when the locks are gone. */
export async function endLocked(product: StoryProduct): Promise<void> {
  await product.run(`select pg_terminate_backend(pid) ${LOCKED}`)
}
