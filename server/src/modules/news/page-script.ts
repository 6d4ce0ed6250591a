// Tells the page's own server once when three quarters of the issue were on the screen. Without a script nothing is told, and
// the reader is counted all the same.
export const DEPTH_SCRIPT = `(()=>{
const article=document.querySelector('article');
if(!article||!navigator.sendBeacon)return;
let isDone=false;
const look=()=>{
if(isDone||document.visibilityState!=='visible')return;
const {top,height}=article.getBoundingClientRect();
if(innerHeight-top<height*.75)return;
isDone=true;
removeEventListener('scroll',look);
navigator.sendBeacon(location.pathname+'/depth'+location.search);
};
addEventListener('scroll',look,{passive:true});
document.addEventListener('visibilitychange',look);
look();
})()`
