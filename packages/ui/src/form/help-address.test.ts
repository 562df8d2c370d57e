import { expect, test } from 'vitest'
import { helpAddress } from './help-address.ts'

const help = '/docs/campos#sftp.config'

test.each([
  ['config', 'config.host', `${help}.host`],
  ['config', 'config.tls.ca', `${help}.tls.ca`],
  ['config', 'config.columnas[12].nombre', `${help}.columnas[].nombre`],
  ['config', 'config', help],
  ['', 'limite.rafaga', `${help}.limite.rafaga`],
])('of a form at «%s» the field %s is explained at %s', (root, campo, address) => {
  expect(helpAddress({ help, root, campo })).toBe(address)
})
