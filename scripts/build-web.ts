import { join } from 'node:path'
import { ensureWebBuilt } from './web-build.ts'

// Builds the pages without starting the server, for images and installations.
await ensureWebBuilt(join(import.meta.dirname, '..'), console.log)
