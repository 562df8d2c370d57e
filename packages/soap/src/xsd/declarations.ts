import type { Avisos } from '../avisos.ts'
import type {
  AttributeDecl,
  ComplexType,
  ElementDecl,
  GroupParticle,
  SimpleType,
  XmlType,
} from '../model/schema.ts'
import type { Place } from './components.ts'
import type { AttributeSet } from './read-attributes.ts'

/** What reading one declaration asks of all others. */
export interface Declarations {
  avisos: Avisos
  /** A complex one may still be empty: `filled` answers it complete. */
  typeNamed(reference: string, place: Place): XmlType
  /** As `typeNamed`; within a redefinition the name of what it redefines is that. */
  baseNamed(reference: string, place: Place): XmlType
  simpleNamed(reference: string, place: Place): SimpleType
  /** Of a `simpleType` or `complexType` element inside another. */
  inlineType(place: Place): XmlType
  inlineSimple(place: Place): SimpleType
  filled(type: ComplexType): ComplexType
  elementNamed(reference: string, place: Place): ElementDecl
  attributeNamed(reference: string, place: Place): AttributeDecl
  /** Null: nothing of that name, or it holds itself. */
  groupNamed(reference: string, place: Place): GroupParticle | null
  attributeGroupNamed(reference: string, place: Place): AttributeSet
  /** Counts against the limit. */
  spendParticles(count: number): void
}
