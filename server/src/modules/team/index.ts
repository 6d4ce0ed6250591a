// Owns membership: who belongs to which organization, in which role.
// Tells nobody anything yet; the gate reads membership with every request.
// Must never know passwords, sessions or what members write.
import { defineRoom } from '../../kernel/room.ts'

export { addMember } from './store.ts'
export { membershipsOf } from './views.ts'

export const room = defineRoom({ name: 'team', owns: ['member'] })
