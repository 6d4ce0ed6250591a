// The script of the page that asks a phone for work: it finds an answer and sends the form. SHA-256 is written out, because
// browsers offer theirs only on pages over HTTPS, and one call at a time is slower than this on a phone.

/**
 * Runs in the page; the content security policy names its hash. Where the script of a form is still there, which keeps
 * answers on the phone until they are stored, it sends the form.
 */
export const WORK_SCRIPT = `(function(){
var f=document.getElementById('work');if(!f)return;
var a,c=f.elements.work.value,bits=+c.split('.')[1],n=0,K=[],H0=[],i,j,p=2;
function frac(x){return (x-Math.floor(x))*4294967296|0}
for(i=0;i<64;p++){for(j=2;j*j<=p;j++)if(p%j===0)break;if(j*j>p){if(i<8)H0[i]=frac(Math.pow(p,1/2));K[i++]=frac(Math.pow(p,1/3))}}
function hash(s){
var l=s.length,b=(l+9+63>>6)<<4,m=[],w=[],h=H0.slice(),t,a,i,k;
for(i=0;i<b;i++)m[i]=0;
for(i=0;i<l;i++)m[i>>2]|=s.charCodeAt(i)<<24-(i&3)*8;
m[l>>2]|=128<<24-(l&3)*8;m[b-1]=l*8;
for(k=0;k<b;k+=16){
a=h.slice();
for(i=0;i<64;i++){
if(i<16)w[i]=m[k+i];else{var x=w[i-15],y=w[i-2];w[i]=(x>>>7^x<<25^x>>>18^x<<14^x>>>3)+w[i-7]+(y>>>17^y<<15^y>>>19^y<<13^y>>>10)+w[i-16]|0}
t=(a[4]>>>6^a[4]<<26^a[4]>>>11^a[4]<<21^a[4]>>>25^a[4]<<7)+(a[4]&a[5]^~a[4]&a[6])+a[7]+K[i]+w[i]|0;
var u=(a[0]>>>2^a[0]<<30^a[0]>>>13^a[0]<<19^a[0]>>>22^a[0]<<10)+(a[0]&a[1]^a[0]&a[2]^a[1]&a[2])|0;
a=[t+u|0,a[0],a[1],a[2],a[3]+t|0,a[4],a[5],a[6]]}
for(i=0;i<8;i++)h[i]=h[i]+a[i]|0}
return h[0]}
function step(){
var end=Date.now()+40;
do{if(hash(c+'.'+n)>>>32-bits===0){a=f.elements.answer.value=n;if(keeps())crewlineWork(f);else f.submit();return}n++}while(n%64||Date.now()<end);
setTimeout(step,0)}
function keeps(){return typeof crewlineWork==='function'}
f.onsubmit=function(e){if(keeps()){e.preventDefault();if(a!==undefined)crewlineWork(f)}}
setTimeout(step,50)})()`
