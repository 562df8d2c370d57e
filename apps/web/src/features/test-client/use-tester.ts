import type { AsignacionGuardada, Parametro, PeticionDePrueba, RespuestaMostrada } from '@div/contract'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '../../shared/api-error.ts'
import { initialEntrada } from '../../shared/entrada/initial-entrada.ts'
import { describeFallo, type Fallo } from './describe-fallo.ts'
import { indentXml } from './indent-xml.ts'
import {
  type Edited,
  entradaOfForm,
  fillRest,
  NEW_PETICION,
  operacionOf,
  replaceCabeceras,
  withText,
} from './peticion-draft.ts'
import { useLoadParametros, useSend, writeSobre } from './test-client-api.ts'

/** What stands in the form that was made of the contract. */
export interface Formulario {
  asignacion: AsignacionGuardada
  parametros: readonly Parametro[]
  given: Readonly<Record<string, unknown>>
}

export type Outcome =
  | { tipo: 'nada' }
  | { tipo: 'enviando' }
  | { tipo: 'respuesta'; respuesta: RespuestaMostrada }
  | ({ tipo: 'fallo' } & Fallo)

type Change = (peticion: PeticionDePrueba) => PeticionDePrueba

const NOTHING: Edited = { peticion: NEW_PETICION, aserciones: [], guardada: null }
/** Milliseconds without a key after which an envelope is written anew. */
const PAUSE_MS = 400

/** What is written and sent on the page. */
export function useTester(first: PeticionDePrueba | null) {
  /** `apertura` counts what was opened: it tells one petición from the next. */
  const [edited, setEdited] = useState<Edited & { apertura: number }>(() => ({
    ...NOTHING,
    ...(first && { peticion: first }),
    apertura: 0,
  }))
  const [formulario, setFormulario] = useState<Formulario | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome>({ tipo: 'nada' })
  /** What was asked for before the petición became another is no longer wanted. */
  const generation = useRef(0)
  const waiting = useRef<AbortController | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const loadParametros = useLoadParametros()
  const send = useSend()

  useEffect(() => {
    const ends = { pause, waiting }
    return () => {
      clearTimeout(ends.pause.current)
      ends.waiting.current?.abort()
    }
  }, [])

  const merge = (fill: Change) => setEdited((current) => ({ ...current, peticion: fill(current.peticion) }))
  const change = (next: PeticionDePrueba) => merge(() => next)
  /** What comes late for a petición that is no longer the open one comes to nothing. */
  const changeLater = (fill: Change) =>
    setEdited((current) =>
      current.apertura === edited.apertura ? { ...current, peticion: fill(current.peticion) } : current,
    )

  function begin(): number {
    clearTimeout(pause.current)
    generation.current += 1
    return generation.current
  }

  function open(next: Edited): void {
    begin()
    waiting.current?.abort()
    waiting.current = null
    setEdited(({ apertura }) => ({ ...next, apertura: apertura + 1 }))
    setFormulario(null)
    setProblem(null)
    setOutcome({ tipo: 'nada' })
  }

  /** `isNew`: the petición begins with the examples of the contract; else it stays as it was written. */
  async function chooseOperacion(
    asignacion: AsignacionGuardada,
    { canalId, isNew }: { canalId: string; isNew: boolean },
  ): Promise<void> {
    const mine = begin()
    setProblem(null)
    try {
      const parametros = await loadParametros(asignacion)
      if (generation.current !== mine) return
      const begun = { asignacion, parametros, given: initialEntrada(parametros) }
      setFormulario(begun)
      if (!isNew) return
      const isSoap = asignacion.operacion !== null
      const destino = {
        tipo: 'canal' as const,
        canalId,
        operacion: operacionOf(asignacion),
        ruta: isSoap ? '' : (asignacion.ruta ?? '/'),
      }
      const metodo = isSoap ? 'POST' : (asignacion.metodo ?? 'GET')
      merge((current) => ({ ...current, destino, metodo }))
      await fillFrom({ ...edited.peticion, destino, metodo }, begun, mine)
    } catch (reason) {
      if (generation.current === mine) setProblem(describeError(reason))
    }
  }

  async function fillFrom(
    peticion: PeticionDePrueba,
    { asignacion, parametros, given }: Formulario,
    mine: number,
  ): Promise<void> {
    const { operacion, ruta } = asignacion
    const { destino } = peticion
    if (operacion === null)
      return merge((current) => fillRest(current, { parametros, given, ruta: ruta ?? '/' }))
    if (destino.tipo !== 'canal' || destino.canalId === null) return
    const entrada = entradaOfForm(parametros, given)
    const version = /soap\+xml/.test(JSON.stringify(peticion.cabeceras)) ? '1.2' : '1.1'
    const { cabeceras, sobre } = await writeSobre({ canalId: destino.canalId, operacion, version, entrada })
    if (generation.current !== mine) return
    merge((current) => ({
      ...withText(current, indentXml(sobre)),
      cabeceras: replaceCabeceras(current.cabeceras, cabeceras, parametros),
    }))
  }

  function fillForm(given: Formulario['given']): void {
    if (formulario === null) return
    const next = { ...formulario, given }
    setFormulario(next)
    setProblem(null)
    const mine = begin()
    const { peticion } = edited
    if (next.asignacion.operacion === null) void fillFrom(peticion, next, mine)
    else
      pause.current = setTimeout(() => {
        fillFrom(peticion, next, mine).catch((reason: unknown) => {
          if (generation.current === mine) setProblem(describeError(reason))
        })
      }, PAUSE_MS)
  }

  async function submit(entornoId: string | null): Promise<void> {
    const controller = new AbortController()
    waiting.current?.abort()
    waiting.current = controller
    setOutcome({ tipo: 'enviando' })
    try {
      const respuesta = await send(edited.peticion, entornoId, controller.signal)
      if (waiting.current === controller) setOutcome({ tipo: 'respuesta', respuesta })
    } catch (reason) {
      if (waiting.current !== controller) return
      setOutcome(
        controller.signal.aborted
          ? { tipo: 'nada' }
          : { tipo: 'fallo', ...describeFallo(reason, edited.peticion) },
      )
    }
  }

  return {
    edited,
    formulario,
    problem,
    outcome,
    open,
    change,
    changeLater,
    changeAserciones: (aserciones: Edited['aserciones']) =>
      setEdited((current) => ({ ...current, aserciones })),
    keepAs: (guardada: Edited['guardada']) => setEdited((current) => ({ ...current, guardada })),
    chooseOperacion,
    fillForm,
    submit,
    cancel: () => waiting.current?.abort(),
  }
}
export type Tester = ReturnType<typeof useTester>
