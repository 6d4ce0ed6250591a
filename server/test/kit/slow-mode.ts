import { expect } from 'vitest'
import { seedDelays } from './slow-database.ts'

seedDelays(expect.getState().testPath ?? '')
