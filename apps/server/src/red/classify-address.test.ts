import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classifyAddress, parseAddress } from './classify-address.ts'

test.each([
  ['93.184.216.34', 'publica'],
  ['2606:2800:220:1::1', 'publica'],
  ['127.0.0.1', 'privada'],
  ['127.8.8.8', 'privada'],
  ['::1', 'privada'],
  ['10.1.2.3', 'privada'],
  ['172.31.255.255', 'privada'],
  ['172.32.0.1', 'publica'],
  ['192.168.1.1', 'privada'],
  ['100.64.0.1', 'privada'],
  ['fc00::1', 'privada'],
  ['::ffff:10.0.0.1', 'privada'],
  ['::ffff:8.8.8.8', 'publica'],
  ['::127.0.0.1', 'privada'],
  ['64:ff9b::7f00:1', 'privada'],
  ['64:ff9b::808:808', 'publica'],
  ['64:ff9b::a9fe:a9fe', 'prohibida'],
  ['64:ff9b:1::7f00:1', 'prohibida'],
  ['2002:7f00:1::', 'prohibida'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'prohibida'],
  ['169.254.169.254', 'prohibida'],
  ['::ffff:169.254.169.254', 'prohibida'],
  ['fe80::1', 'prohibida'],
  ['fe80::1%eth0', 'prohibida'],
  ['fd00:ec2::254', 'prohibida'],
  ['100.100.100.200', 'prohibida'],
  ['0.0.0.0', 'prohibida'],
  ['0.1.2.3', 'prohibida'],
  ['::', 'prohibida'],
  ['255.255.255.255', 'prohibida'],
  ['224.0.0.1', 'prohibida'],
  ['ff02::1', 'prohibida'],
  ['no es una dirección', 'prohibida'],
])('%s is %s', (address, clase) => {
  expect(classifyAddress(address)).toBe(clase)
})

test.each([
  ['0x7f.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['0177.0.0.1', '127.0.0.1'],
  ['127.1', '127.0.0.1'],
  ['0xa9fea9fe', '169.254.169.254'],
  ['[::ffff:7f00:1]', '127.0.0.1'],
  ['[::1]', '::1'],
  ['ejemplo.com', null],
  ['localhost', null],
])('%s is read as %s', (host, address) => {
  expect(parseAddress(host)).toBe(address)
})

test('an IPv4 address is of the same class however IPv6 wraps it', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const clase = classifyAddress(address)
      expect(classifyAddress(`::ffff:${address}`)).toBe(clase)
      expect(classifyAddress(`64:ff9b::${address}`)).toBe(clase)
    }),
  )
})
