import type { ErrorDeCampo } from '@div/contract'
import type { GroupParticle, Particle } from '../model/schema.ts'
import { fieldsOf } from './fields.ts'

type Data = Readonly<Record<string, unknown>>
/** Adds what is missing, or too much, for this part of the content. */
type Check = (data: Data, errores: ErrorDeCampo[]) => void

interface Compiled {
  check: Check | null
  /** Whether anything of it is there. */
  isPresent(data: Data): boolean
  /** It may be absent whatever its occurrence says: nothing in it has to be there. */
  emptiable: boolean
  campos: readonly string[]
}

const NONE: ReadonlySet<Particle> = new Set()

/**
 * What a content model asks of how often its fields are there (Structures 3.8, 3.9). The order is not asked of who sends.
 * `mayMiss`: what is there although nobody gives it.
 */
export function compileContentCheck(particle: Particle, mayMiss = NONE): Check | null {
  return compile(particle, { isLoose: false, mayMiss }).check
}

/** `isLoose`: within a group that is repeated, where counts belong to each of its rounds. */
interface Around {
  isLoose: boolean
  mayMiss: ReadonlySet<Particle>
}

function compile(particle: Particle, around: Around): Compiled {
  if (particle.kind === 'any') return { check: null, isPresent: () => false, emptiable: true, campos: [] }
  if (particle.kind === 'element') return compileElement(particle, around)
  return compileGroup(particle, around)
}

function compileElement(
  particle: Extract<Particle, { kind: 'element' }>,
  { isLoose, mayMiss }: Around,
): Compiled {
  const { min, max, repeated, campo } = particle
  const fields = fieldsOf(particle).map((field) => field.campo)
  const nillable = particle.element.nillable
  const count = (data: Data): number => {
    let found = 0
    for (const field of fields) found += countOf(data, field, { repeated, nillable })
    return found
  }
  const least = mayMiss.has(particle) ? 0 : isLoose ? Math.min(min, 1) : min
  const most = isLoose ? Number.POSITIVE_INFINITY : max
  const isOptional = least === 0 && (most === Number.POSITIVE_INFINITY || (!repeated && fields.length === 1))
  return {
    campos: fields,
    emptiable: min === 0,
    isPresent: (data) => count(data) > 0,
    check: isOptional
      ? null
      : (data, errores) => {
          const found = count(data)
          if (found >= least && found <= most) return
          errores.push({ campo, mensaje: sayCount(found, { least, most }) })
        },
  }
}

function countOf(
  data: Data,
  campo: string,
  { repeated, nillable }: { repeated: boolean; nillable: boolean },
): number {
  if (!Object.hasOwn(data, campo)) return 0
  const value = data[campo]
  if (value === undefined || (value === null && (repeated || !nillable))) return 0
  return repeated && Array.isArray(value) ? value.length : 1
}

function sayCount(found: number, { least, most }: { least: number; most: number }): string {
  if (found === 0) return 'Falta este dato.'
  if (found < least) return `Tiene que estar al menos ${least} veces.`
  return most === 1 ? 'Está más de una vez.' : `No puede estar más de ${most} veces.`
}

function compileGroup({ kind, min, max, particles }: GroupParticle, around: Around): Compiled {
  const isRepeated = around.isLoose || max > 1
  const parts = particles.map((particle) => compile(particle, { ...around, isLoose: isRepeated }))
  const campos = parts.flatMap((part) => part.campos)
  const isPresent = (data: Data) => parts.some((part) => part.isPresent(data))
  const isChoice = kind === 'choice'
  const emptiable =
    min === 0 ||
    parts.length === 0 ||
    (isChoice ? parts.some((part) => part.emptiable) : parts.every((part) => part.emptiable))
  const inner = isChoice ? checkChoice(parts, { mayMiss: emptiable, isRepeated }) : checkAll(parts)
  // What is optional as a whole has to be whole where any of it is there.
  const check: Check | null =
    inner !== null && min === 0
      ? (data, errores) => {
          if (isPresent(data)) inner(data, errores)
        }
      : inner
  return { check, isPresent, emptiable, campos }
}

function checkAll(parts: readonly Compiled[]): Check | null {
  const checks = parts.flatMap(({ check }) => (check ? [check] : []))
  if (checks.length === 0) return null
  return (data, errores) => {
    for (const check of checks) check(data, errores)
  }
}

function checkChoice(
  parts: readonly Compiled[],
  { mayMiss, isRepeated }: { mayMiss: boolean; isRepeated: boolean },
): Check {
  const named = parts.map(({ campos }) => campos.join(' con ')).filter((names) => names !== '')
  return (data, errores) => {
    const present = parts.filter((part) => part.isPresent(data))
    if (present.length === 0) {
      if (!mayMiss) errores.push({ campo: '', mensaje: `Falta uno de estos datos: ${named.join(', ')}.` })
      return
    }
    if (present.length > 1 && !isRepeated)
      errores.push({ campo: '', mensaje: `Solo puede estar uno de estos datos: ${named.join(', ')}.` })
    else for (const part of present) part.check?.(data, errores)
  }
}
