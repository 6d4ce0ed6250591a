/** The name of the durable run of imports, for the calls that start it. */
export const importRunName = 'imports.steps'
