import { expect, test } from 'vitest'
import { addressOf } from '../shared/address-of.ts'
import { screenAt } from './screen-at.ts'
import { SCREENS } from './screens.ts'

test.each([
  ['/tareas-programadas/new', 'tareas-programadas.crear'],
  ['/tareas-programadas/7', 'tareas-programadas.leer'],
  ['/servidores/config/new?tipo=rest', 'servidores.crear'],
  ['/servidores/config/7', 'servidores.editar'],
  [addressOf('usuarios', '7'), 'usuarios.leer'],
  [addressOf('tokens', '7'), 'tokens.leer'],
  ['/consecutivos', undefined],
])('%s is for who has %s', (path, access) => {
  expect(screenAt(SCREENS, path)?.access).toBe(access)
})
