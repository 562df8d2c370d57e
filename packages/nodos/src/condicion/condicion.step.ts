import { OTRO } from '@div/contract'
import { defineStep, type Read } from '@div/engine'
import { isTrue } from '@div/formula'
import { compileRegla } from '../compile-regla.ts'
import { condicion } from './condicion.ts'

export const compileCondicion = defineStep(condicion, ({ casos }, scope) => {
  const tests = casos.map(({ nombre, expresion, regla }, index) => {
    const campo = `casos[${index}]`
    const holds: Read<boolean> = regla
      ? compileRegla(regla, `${campo}.regla`, scope)
      : compileFormula(scope.readNow({ expresion: expresion ?? '' }, campo))
    return { nombre, holds }
  })
  return {
    clase: 'rama',
    otra: OTRO,
    choose: (frame) => {
      for (const { nombre, holds } of tests) if (holds(frame)) return nombre
      return OTRO
    },
  }
})

function compileFormula(read: Read): Read<boolean> {
  return (frame) => isTrue(read(frame))
}
