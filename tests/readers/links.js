// Reads links on standard input by npm's lz-string; prints the saved puzzle of each as JSON.
const LZString = require('lz-string');
const links = require('fs').readFileSync(0, 'utf8').trim().split('\n');
for (const link of links) {
    const packed = decodeURIComponent(link.replace(/^.*(\?load=|fpuzzles)/, ''));
    const text = LZString.decompressFromBase64(packed);
    console.log(JSON.stringify(JSON.parse(text)));
}
