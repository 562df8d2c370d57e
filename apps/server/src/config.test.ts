import { AjusteInvalido, LIMITS, type LimitName } from '@div/contract'
import { expect, test } from 'vitest'
import { limitVariable, readConfig, settingsSchema } from './config.ts'

test('without variables every setting has its default', () => {
  expect(readConfig({ PATH: '/bin' })).toMatchObject({
    apiPort: 30_000,
    motorPort: 50_000,
    host: '127.0.0.1',
    role: 'todo',
    samples: true,
    limits: LIMITS,
  })
})

test('trusted proxies are addresses and networks; without the setting there are none', () => {
  expect(readConfig({}).trustedProxies).toEqual([])
  const trusted = readConfig({ DIV_PROXIES_DE_CONFIANZA: '10.1.2.3, 172.16.0.0/12,::1,fd00::/8' })
  expect(trusted.trustedProxies).toEqual(['10.1.2.3', '172.16.0.0/12', '::1', 'fd00::/8'])
})

test('a limit is changed by its variable', () => {
  expect(readConfig({ DIV_LIMITE_FILAS_TABLA: '7' }).limits.filasTabla).toBe(7)
})

test.each([
  [{ DIV_API_PROT: '1' }, 'DIV_API_PROT no existe (¿quiso decir DIV_API_PORT?)'],
  [{ DIV_API_PORT: 'x' }, 'DIV_API_PORT: debe ser un número entero entre 0 y 65535'],
  [{ DIV_MOTOR_PORT: '70000' }, 'DIV_MOTOR_PORT: debe ser un número entero entre 0 y 65535'],
  [{ DIV_WORKERS: '0' }, 'DIV_WORKERS: debe ser un número entero entre 1 y 256'],
  [{ DIV_LOG_LEVEL: 'todo' }, 'DIV_LOG_LEVEL: debe ser uno de trace, debug'],
  [{ DIV_ADMIN_PASSWORD: '123456789' }, 'DIV_ADMIN_PASSWORD: debe tener al menos 10 caracteres'],
  [{ DIV_PROXIES_DE_CONFIANZA: '10.0.0.0/33' }, 'deben ser direcciones IP o redes, como 10.0.0.0/8'],
  [{ DIV_PROXIES_DE_CONFIANZA: '0.0.0.0/0' }, 'deben ser direcciones IP o redes'],
  [{ DIV_PROXIES_DE_CONFIANZA: 'balanceador' }, 'DIV_PROXIES_DE_CONFIANZA: deben ser direcciones IP o redes'],
  [{ DIV_ROLE: 'jefe' }, 'DIV_ROLE: debe ser todo, api o motor'],
  [{ DIV_LIMITE_FILAS: '-1' }, 'DIV_LIMITE_FILAS: debe ser un número entero mayor que cero'],
  [{ DIV_LIMITE_NADA: '1' }, 'DIV_LIMITE_NADA no existe'],
  [{ DIV_DATABASE_URL: 'mysql://x' }, 'DIV_DATABASE_URL: debe empezar por postgres://'],
  [{ DIV_ZONA_HORARIA: 'Marte/Olimpo' }, 'DIV_ZONA_HORARIA'],
])('%j stops the start and is named', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(AjusteInvalido)
  expect(() => readConfig(env)).toThrow(sentence)
})

test('the page of the settings is current', async () => {
  const settings = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined)
    return `| \`DIV_${name}\` | ${schema.meta()?.title ?? ''} | ${fallback.success && fallback.data !== undefined ? `\`${fallback.data}\`` : ''} |`
  })
  const limits = Object.entries(LIMITS).map(
    ([name, value]) =>
      `| \`DIV_${limitVariable(name as LimitName)}\` | ${value.toLocaleString('es-ES', { useGrouping: 'always' })} |`,
  )
  const page = `# Ajustes\n\n| variable | para qué | por omisión |\n|---|---|---|\n${settings.join('\n')}\n\n## Límites\n\n| variable | por omisión |\n|---|---|\n${limits.join('\n')}\n`
  await expect(page).toMatchFileSnapshot('../../../docs/generated/settings.md')
})
