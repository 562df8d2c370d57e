import { PRIMEROS_PASOS, type PrimerosPasos } from '@div/contract'
import { expect, test } from 'vitest'
import { TO_TEST } from '../../../shared/servidores/to-test.ts'
import { describePasos } from './describe-pasos.ts'

const everywhere = () => true

function factsOf(done: number, more: Partial<PrimerosPasos> = {}): PrimerosPasos {
  return {
    ocultos: false,
    pasos: PRIMEROS_PASOS.map((paso, at) => ({ paso, hecho: at < done })),
    servidorSinProbarId: null,
    servidorDeEjemploId: null,
    procesoId: null,
    publicado: null,
    ...more,
  }
}
const waysOf = (facts: PrimerosPasos, reaches: (path: string) => boolean = everywhere) =>
  describePasos(facts, reaches).map(({ enlaces }) => enlaces.map(({ to }) => to))

test('one step is the next, and what needs others waits for them', () => {
  expect(describePasos(factsOf(1), everywhere).map(({ isNext }) => isNext)).toEqual([
    false,
    true,
    false,
    false,
    false,
  ])
  expect(waysOf(factsOf(0))).toEqual([
    ['/perfil'],
    ['/servidores/config/new'],
    ['/procesos?ver=nuevo'],
    [],
    [],
  ])
})

test('a step goes on where it was left', () => {
  const begun = { servidorSinProbarId: 's', servidorDeEjemploId: 'e', procesoId: 'p' }
  expect(waysOf(factsOf(1, begun))).toEqual([
    [],
    ['/servidores/config/s', '/servidores/config/e'],
    ['/flujo/p'],
    [],
    [],
  ])
  const [first] = describePasos(factsOf(1, begun), everywhere).flatMap(({ enlaces }) => enlaces)
  expect(first?.state).toEqual(TO_TEST)
  const publicado = { canalId: 'c', operacion: 'GET /clientes/{id}' }
  expect(waysOf(factsOf(3, { procesoId: 'p' }))[3]).toEqual(['/flujo/p'])
  expect(waysOf(factsOf(4, { procesoId: 'p', publicado }))[4]).toEqual([
    '/test-client?canal=c&operacion=GET+%2Fclientes%2F%7Bid%7D',
  ])
})

test('what the person may not open is not offered', () => {
  const facts = factsOf(1, { servidorDeEjemploId: 'e' })
  expect(waysOf(facts, (path) => path !== '/servidores/config/new')[1]).toEqual(['/servidores/config/e'])
})
