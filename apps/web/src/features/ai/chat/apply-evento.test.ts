import type { EventoDeChat, Mensaje } from '@div/contract'
import { expect, test } from 'vitest'
import { applyEvento, beforeFollowing } from './apply-evento.ts'

const mensaje = (id: string, orden: number, changes: Partial<Mensaje> = {}): Mensaje => ({
  id,
  orden,
  rol: orden % 2 === 1 ? 'usuario' : 'asistente',
  texto: '',
  piezas: [],
  estado: 'ok',
  error: null,
  motivo: null,
  modelo: null,
  tokensEntrada: null,
  tokensSalida: null,
  tokensEstimados: false,
  importe: null,
  moneda: null,
  creadoEn: '2026-01-01T00:00:00.000Z',
  terminadoEn: null,
  ...changes,
})
const pregunta = mensaje('p', 1, { texto: 'Hola' })
const respuesta = mensaje('r', 2, { estado: 'generando' })
const aviso = { tipo: 'aviso', texto: 'Nada.' } as const

test('what is told one after the other makes the answer', () => {
  const fin = mensaje('r', 2, { texto: 'Buenos días', modelo: 'chico' })
  const eventos: EventoDeChat[] = [
    { tipo: 'inicio', pregunta, respuesta },
    { tipo: 'modelo', modelo: 'chico' },
    { tipo: 'pieza', pieza: aviso },
    { tipo: 'texto', desde: 0, texto: 'Buenos ' },
    { tipo: 'texto', desde: 7, texto: 'días' },
  ]
  const before = eventos.reduce<readonly Mensaje[]>((list, evento) => applyEvento(list, evento, 'r'), [])
  expect(before).toEqual([pregunta, { ...respuesta, modelo: 'chico', piezas: [aviso], texto: 'Buenos días' }])
  expect(applyEvento(before, { tipo: 'fin', mensaje: fin }, 'r')).toEqual([pregunta, fin])
})

test('what is asked again stands in the place of what was answered before', () => {
  const other = { ...respuesta, id: 'r2' }
  expect(
    applyEvento([pregunta, respuesta], { tipo: 'inicio', pregunta: null, respuesta: other }, null),
  ).toEqual([pregunta, other])
})

test('what is followed later tells its pieces again, and of its text what is missing', () => {
  const half = { ...respuesta, texto: 'Bue', piezas: [aviso] }
  const following = beforeFollowing([pregunta, half], 'r')
  const told = [
    { tipo: 'pieza', pieza: aviso },
    { tipo: 'texto', desde: 3, texto: 'nos' },
  ] as const
  const after = told.reduce<readonly Mensaje[]>((list, evento) => applyEvento(list, evento, 'r'), following)
  expect(after).toEqual([pregunta, { ...half, texto: 'Buenos' }])
})
