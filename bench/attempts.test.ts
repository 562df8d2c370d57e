import { expect, test } from 'vitest'
import { createAttempts } from './attempts.ts'

const attemptsOf = (wanted: readonly string[], atMostMs = 60_000) => {
  const said: string[] = []
  const isWanted = (nombre: string) => wanted.includes(nombre)
  const onFailure = async () => {
    said.push('cleared away')
  }
  return { said, ...createAttempts({ isWanted, atMostMs, say: (text) => said.push(text), onFailure }) }
}

test('what fails is told and written down, and what comes after it is measured all the same', async () => {
  const { attempt, failures, said } = attemptsOf(['first', 'second'])
  expect(await attempt('first', () => Promise.reject(new Error('no server')))).toBeNull()
  expect(await attempt('second', () => 7)).toBe(7)
  expect(failures).toEqual([{ nombre: 'first', motivo: 'no server' }])
  expect(said).toEqual(['first failed: no server', 'cleared away'])
})

test('what nobody wants is not measured, and did not fail', async () => {
  const { attempt, failures } = attemptsOf([])
  expect(await attempt('first', () => 7)).toBeNull()
  expect(failures).toEqual([])
})

test('what never ends has failed after its time', async () => {
  const { attempt, failures } = attemptsOf(['first'], 20)
  expect(await attempt('first', () => new Promise(() => {}))).toBeNull()
  expect(failures).toHaveLength(1)
})
