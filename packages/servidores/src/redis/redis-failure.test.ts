import { expect, test } from 'vitest'
import { classifyRedis } from './redis-failure.ts'

test.each([
  ['MOVED 3999 127.0.0.1:6381', 'la clave está en otro nodo de su clúster', false],
  ['ASK 3999 127.0.0.1:6381', 'la clave está pasando a otro nodo de su clúster', false],
  ['CLUSTERDOWN The cluster is down', 'su clúster no atiende', true],
  ['MASTERDOWN Link with MASTER is down', 'su primario no responde', true],
])('what a node of a cluster answers is told as what it means: %s', (message, motivo, reintentable) => {
  const answered = Object.assign(new Error(message), { name: 'ReplyError' })
  expect(classifyRedis(answered)).toMatchObject({ clase: 'rechazo', motivo, reintentable })
})
