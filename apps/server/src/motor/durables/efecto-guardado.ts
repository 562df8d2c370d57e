import { IntentoAjeno } from '@div/engine'

/**
 * An effect and its checkpoint are there already, of an attempt that has its run: it did not hear of its own commit. Who does not remember
 * what it gave ends here, and the next attempt finds it.
 */
export class EfectoGuardado extends IntentoAjeno {}
