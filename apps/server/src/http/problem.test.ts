import * as contract from '@div/contract'
import { expect, test } from 'vitest'
import { writeProblem } from './problem.ts'

const statuses = Object.values<unknown>(contract).flatMap((each) =>
  typeof each === 'function' && 'codigo' in each && 'status' in each ? [Number(each.status)] : [],
)

test.each([...new Set(statuses)].toSorted())(
  'a problem with the status %d has a title of its own',
  (status) => {
    expect(JSON.parse(writeProblem({ status })).title).not.toBe('Error')
  },
)
