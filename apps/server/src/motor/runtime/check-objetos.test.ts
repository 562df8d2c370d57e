import type { LlamadaSpec } from '@div/contract'
import { afterAll, expect, test } from 'vitest'
import { closeSoapPools, readSoapConfig, soapPools } from '../pools/soap-testing.ts'
import { checkObjetos, collectLlamadas } from './check-objetos.ts'

afterAll(closeSoapPools)

/** With these operations. */
const wsdl = (...names: readonly string[]) => `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
  <message name="m"><part name="a" type="x:int"/></message>
  <portType name="P">${names.map((name) => `<operation name="${name}"><input message="t:m"/></operation>`).join('')}</portType>
  <binding name="B" type="t:P"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
  ${names.map((name) => `<operation name="${name}"><s:operation soapAction=""/><input><s:body use="literal" namespace="urn:t"/></input></operation>`).join('')}</binding>
  <service name="S"><port name="P" binding="t:B"><s:address location="http://127.0.0.1:9/"/></port></service></definitions>`

const configOf = (...names: readonly string[]) =>
  readSoapConfig({ archivos: [{ nombre: 's.wsdl', contenido: wsdl(...names) }] })

const spec = (nombre: string): LlamadaSpec => ({
  nodo: `n-${nombre}`,
  nombreNodo: nombre,
  servidorId: 's1',
  tipoServidor: 'soap',
  tipoObjeto: 'operacion',
  objeto: { nombre },
  parametros: ['a'],
})

test('a call of an operation that its WSDL no longer has is found, although it can be prepared', async () => {
  const pools = soapPools(await configOf('buscar', 'crear'))
  const specs: LlamadaSpec[] = []
  const llamadas = collectLlamadas(pools, (each) => specs.push(each))
  for (const nombre of ['buscar', 'borrar']) llamadas.prepare(spec(nombre))
  expect(await checkObjetos(specs, pools)).toEqual([
    {
      nodo: 'n-borrar',
      campo: 'objeto.nombre',
      mensaje: 'El WSDL no tiene la operación «borrar». Elija otra, o actualice el WSDL del servidor.',
      gravedad: 'error',
    },
  ])
})

test('what an operation has no place for is found, at the parameter that would be lost', async () => {
  const pools = soapPools(await configOf('buscar'))
  const passing = (...parametros: string[]) => checkObjetos([{ ...spec('buscar'), parametros }], pools)
  expect(await passing('a', 'b')).toEqual([
    {
      nodo: 'n-buscar',
      campo: 'parametros[1].nombre',
      mensaje: 'La operación «buscar» no tiene el dato «b»: no se enviaría. Quítelo o elija otro.',
      gravedad: 'error',
    },
  ])
  expect(await passing('cuerpo')).toEqual([])
})

test('of a servidor whose WSDL was not read nothing is said', async () => {
  const pools = soapPools({ wsdl: 'http://127.0.0.1:9/?wsdl' })
  expect(await checkObjetos([spec('buscar')], pools)).toEqual([])
})
