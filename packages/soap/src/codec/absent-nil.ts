import type { ElementParticle, Particle } from '../model/schema.ts'
import { fieldsOf, holdsAny } from './fields.ts'

/**
 * The elements that are written with xsi:nil when nobody gives them: they must be there, and may be null. Where it depends on the others
 * whether they must (in a choice, a group that may be left out or one that is repeated) whoever wants one gives it null.
 */
export function absentNil(particle: Particle): ReadonlySet<Particle> {
  const found = new Set<Particle>()
  if (!holdsAny(particle)) gather(particle, found)
  return found
}

function gather(particle: Particle, found: Set<Particle>): void {
  if (particle.kind === 'any' || particle.min === 0 || particle.max > 1) return
  if (particle.kind === 'element') {
    if (isNillable(particle)) found.add(particle)
  } else if (particle.kind !== 'choice') for (const each of particle.particles) gather(each, found)
}

const isNillable = (particle: ElementParticle) =>
  particle.element.nillable && !particle.repeated && fieldsOf(particle).length === 1
