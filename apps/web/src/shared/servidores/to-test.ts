/** State of a navigation to a servidor: its connection is tried as soon as it is read. */
export const TO_TEST = { probar: true }
