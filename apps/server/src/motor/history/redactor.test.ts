import { describe, expect, test } from 'vitest'
import { createRedactor } from './redactor.ts'
import { NO_SECRETS, SecretScope } from './secret-scope.ts'

describe('what is hidden of a run', () => {
  test('are the secrets of what it depends on, and no others', () => {
    const redactor = createRedactor()
    redactor.set('servidor:ventas', ['clave-de-ventas'])
    redactor.set('parametro:pais', ['España'])
    redactor.set('parametro:pin', ['471199'])
    const scope = redactor.scope(['servidor:ventas', 'servidor:sin-secretos', 'tabla:paises'])
    expect(scope.redact('clave-de-ventas en España')).toBe('••• en España')
    expect(redactor.scope(['parametro:*']).redact('clave-de-ventas en España: 471199')).toBe(
      'clave-de-ventas en •••: •••',
    )
    expect(redactor.redact('clave-de-ventas en España')).toBe('••• en •••')
  })

  test('is as of when it was compiled: what changes or goes afterwards is hidden of the runs before, not of those after', () => {
    const redactor = createRedactor()
    redactor.set('servidor:a', ['clave-vieja'])
    const before = redactor.scope(['servidor:a'])
    redactor.set('servidor:a', ['clave-nueva'])
    const after = redactor.scope(['servidor:a'])
    expect([before.redact('clave-vieja clave-nueva'), after.redact('clave-vieja clave-nueva')]).toEqual([
      '••• clave-nueva',
      'clave-vieja •••',
    ])
    redactor.retain('parametro', [])
    expect(redactor.redact('clave-nueva')).toBe('•••')
    redactor.retain('servidor', ['b'])
    expect(redactor.redact('clave-nueva')).toBe('clave-nueva')
    expect(redactor.scope(['servidor:a'])).toBe(NO_SECRETS)
  })

  test('is put together once: runs that call each other make no new list', () => {
    const redactor = createRedactor()
    redactor.set('servidor:a', ['clave-uno'])
    redactor.set('servidor:b', ['clave-dos'])
    const [one, two] = [redactor.scope(['servidor:a']), redactor.scope(['servidor:b'])]
    const both = one.with(two)
    expect(both.redact('clave-uno clave-dos')).toBe('••• •••')
    expect(one.with(two)).toBe(both)
    expect(both.with(one)).toBe(both)
    // Opened again, and still the same.
    redactor.set('servidor:b', ['clave-dos'])
    expect(both.with(redactor.scope(['servidor:b']))).toBe(both)
  })

  test('leaves JSON whole, whatever the secret looks like', () => {
    const scope = SecretScope.of(['1978', 'true', 'na"me', 'estado', 'abc'])
    const value = { anio: 1978, id: 21_978, activo: true, estado: 'de 1978', dicho: 'na"me', corto: 'abc' }
    expect(JSON.parse(scope.redactJson(JSON.stringify(value)))).toEqual({
      anio: '•••',
      id: 21_978,
      activo: true,
      '•••': 'de •••',
      dicho: '•••',
      corto: 'abc',
    })
    const clean = '{"nada":"que ocultar"}'
    expect(scope.redactJson(clean)).toBe(clean)
  })

  test('is everything where nobody can tell what is secret', () => {
    const scope = NO_SECRETS.hidingAll()
    expect(scope.redactJson('{"a":1}')).toBe('"•••"')
    expect(scope.with(SecretScope.of(['clave-uno'])).redact('x')).toBe('•••')
    expect(SecretScope.of(['clave-uno']).with(scope).redact('x')).toBe('x')
  })
})
