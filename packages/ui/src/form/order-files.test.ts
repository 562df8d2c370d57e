import { describe, expect, test } from 'vitest'
import { orderFiles, withFiles } from './order-files.ts'

const file = (nombre: string, contenido = '') => ({ nombre, contenido })
const namesOf = (files: readonly { nombre: string }[]) => files.map(({ nombre }) => nombre)

describe('what the others belong to comes first', () => {
  test.each([
    ['XSD', 'z.xsd', '<include schemaLocation="../comunes/a.xsd"/>', 'a.xsd'],
    ['XSD of Windows', 'z.xsd', "<import schemaLocation='comunes\\a.xsd'/>", 'a.xsd'],
    ['proto', 'z.proto', 'import public "a.proto";', 'a.proto'],
    ['OpenAPI', 'z.json', '{ "$ref": "a.json#/components/schemas/A" }', 'a.json'],
  ])('%s', (_, first, contenido, second) => {
    expect(namesOf(orderFiles([file(second), file(first, contenido)]))).toEqual([first, second])
  })

  test('files that name each other, themselves, or nobody stay as they are', () => {
    const files = [file('a.xsd', '"b.xsd"'), file('b.xsd', '"a.xsd" "b.xsd"')]
    expect(orderFiles(files)).toEqual(files)
    expect(
      orderFiles(files.map(({ nombre }) => file(nombre, `"${nombre}"`))).map((each) => each.nombre),
    ).toEqual(['a.xsd', 'b.xsd'])
  })
})

test('a file of the same name takes the place of the one of before', () => {
  const files = [file('b.xsd', '"a.xsd"'), file('a.xsd', 'antes')]
  expect(withFiles(files, [file('a.xsd', 'ahora')])).toEqual([
    file('b.xsd', '"a.xsd"'),
    file('a.xsd', 'ahora'),
  ])
})
