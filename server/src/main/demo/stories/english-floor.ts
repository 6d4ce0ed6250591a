/** Dialogues about the shop floor: machines, safety, trucks. */
export const FLOOR = `
< The {machine} on {line} is [jammed again|making a grinding noise|throwing error E{truck}]
> Is it stopped and locked out?
< [yes, locked and tagged|Yes, red tag on]
> Maintenance is on the way, about 10 minutes. Please move the crew to packing
< ok
< They fixed it, we're running
> Thank you for the quick report 👏

< there's oil on the floor by {dock}
> Thanks. Can you stand by it until Sanitation comes? 5 minutes
< [yes|I put a cone on it]
< All clean now
> Perfect. That's exactly what to do

< we're out of gloves size L on {line}
> Two boxes are coming up from stores with {lead}
< [got them thx|👍]

> Safety notice: a guard was found open on the {machine}, {line}. Never reach in while it runs. Lock out first, every time. Questions? Ask {lead} or answer here.
< [Understood|Ok|read it, told my crew too]

< almost got hit by the forklift at {dock}. Driver didn't honk
> Are you hurt?
< No just scared
> I'm glad you're OK. Please fill in a near miss card with {lead} before you leave, it helps us stop the next one. I'll talk to the drivers now
< ok will do
>(later) Update: new mirror and floor lights at {dock} go in on {weekday}. Thank you for speaking up
< [wow fast. thank you|🙌]

< Fire alarm going on the second floor but no announcement, is it a drill??
> Not a drill. Leave now by the nearest exit and go to lot C. Your lead will count
< we are in lot C, 14 of us from {line}
> Thank you. Stay there, firefighters are inside
> All clear: it was steam from the kettle room. You may go back in. Thanks for leaving so calmly
< 👍

< [Truck|Trailer] {truck} is here for {dock} but no paperwork
> It's a return from Joliet. Let him in, paper is at the front desk
< [ok|Got it, backing in now]

< temp in cooler 3 reads 44, it should be 38
> Thanks for catching that. Close the doors please. Refrigeration is coming, QA puts the lot on hold
< [doors closed|done. 43 now]
> 39 and falling. Lot is safe. Great catch {first}, that saved a whole truck
< 😊

< metal detector rejected 3 bags in a row on {line}
> Stop the line and hold everything since the last good check. QA is 2 minutes away
< Stopped. 6 cases on hold by the column
> QA found it, a staple from a flour sack. Good call stopping

> Hi {first}, your forklift certificate ends on the 30th. Renewal class is {weekday} at {start} in Training B, about 3 hours, paid. Can you come?
< [yes|Yes I'll be there|Is it in Spanish too?]
> [=See you there!|Noted, see you there|That one is English. The one in Spanish is the week after, I'll put you on it]

> First aid class on {weekday}, {start}. You are on the list. Bring ID, lunch is on us 🍕
< [cool|Great, thanks|Is it paid? ok I'll come]

< hurt my wrist lifting boxes
> Thanks for telling us right away. Please stop, and go to {lead}, who will take you to the nurse. Do you need an ambulance?
< no, it just hurts to turn it
> OK. I'll check on you after the nurse
< Nurse says sprain. Ice and light duty 5 days
> Understood, light duty in labeling from tomorrow. Get well soon

< Eye wash station on {line} has no water
> Thank you! That's urgent. Plumber is on it, use the one by {dock} until then
< It works again 💧

> Allergen change on {line} at noon: peanuts. Full wash before the start, new color of aprons (red). QA signs off before the first case runs. Nobody moves from {line} to another line without changing gloves, apron and hairnet.
< [Got it, red aprons|ok]
< how long is the wash
> About 70 minutes. Early lunch for your crew

< Lights are out in the [parking lot|stairs by {dock}]
> Thanks, sent to maintenance. Please use the main gate tonight, a guard walks with anyone who asks
< [Thank you|ok good]

< label on case says {weekday} date is wrong, should be next month
> Good eyes. Stop coding please, {lead} resets the date coder. How many cases?
< maybe 40
> We'll relabel them. Thanks!
`
