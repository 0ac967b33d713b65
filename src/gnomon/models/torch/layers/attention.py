"""Attention and Transformers."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, Shape, Tensor, count, flag, host, modelled
from gnomon.models.torch.layers.dense import Linear
from gnomon.models.torch.layers.module import Module, parameter


@modelled("torch.nn.MultiheadAttention", "torch.nn.modules.activation.MultiheadAttention")
class MultiheadAttention(Module):
    """Attention with projections, split over heads."""

    def __init__(
        self,
        embed_dim: Any,
        num_heads: Any,
        dropout: Any = 0.0,
        bias: Any = True,
        add_bias_kv: Any = False,
        add_zero_attn: Any = False,
        kdim: Any = None,
        vdim: Any = None,
        batch_first: Any = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        self.embed_dim, self.num_heads = count(embed_dim), count(num_heads)
        self.kdim = self.embed_dim if kdim is None else count(kdim)
        self.vdim = self.embed_dim if vdim is None else count(vdim)
        self.batch_first = batch_first
        self.grows = flag(add_bias_kv) is not False or flag(add_zero_attn) is not False
        self.head_dim = _head_width(self.embed_dim, self.num_heads)
        self.out_proj = Linear(self.embed_dim, self.embed_dim)
        self.in_proj_weight = parameter(3 * self.embed_dim, self.embed_dim, dtype=dtype)

    def forward(
        self,
        query: Any,
        key: Any,
        value: Any,
        key_padding_mask: Any = None,
        need_weights: Any = True,
        attn_mask: Any = None,
        average_attn_weights: Any = True,
        is_causal: Any = False,
    ) -> Any:
        """Return the output and the weights."""
        first, average = flag(self.batch_first, default=None), flag(average_attn_weights, default=None)
        if first is None or average is None:
            return UNKNOWN, UNKNOWN
        output, weights = ops.multi_head_attention(
            query,
            key,
            value,
            mask_of(attn_mask, is_causal),
            mask_of(key_padding_mask),
            embed=self.embed_dim,
            heads=self.num_heads,
            key_size=self.kdim,
            value_size=self.vdim,
            batch_first=first,
            average=average,
            strict=self.training is True,
        )
        if flag(need_weights, default=None) is False:
            return output, None
        return output, UNKNOWN if self.grows or flag(need_weights, default=None) is None else weights


def mask_of(mask: Any, causal: Any = False) -> Any:
    """Return a mask that is a tensor, or None; one that is known to hide later positions is not looked at."""
    ignored = causal is not None and flag(causal) is not False
    return mask if type(mask) is Tensor and not ignored else None


def _head_width(embed: Any, heads: Any) -> Any:
    """Require that a width splits into heads; return the width of one."""
    made = ops.head_size(embed=embed, heads=heads)
    return made.contents[0] if type(made) is Tensor and made.contents else UNKNOWN


class TransformerLayer(Module):
    """One layer of a Transformer."""

    def __init__(
        self,
        d_model: Any,
        nhead: Any,
        dim_feedforward: Any = 2048,
        dropout: Any = 0.1,
        activation: Any = None,
        layer_norm_eps: Any = 1e-05,
        batch_first: Any = False,
        norm_first: Any = False,
        bias: Any = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        self.d_model, self.nhead, self.batch_first = count(d_model), count(nhead), batch_first
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, batch_first=batch_first)
        self.linear1 = Linear(d_model, dim_feedforward)
        self.linear2 = Linear(dim_feedforward, d_model)

    def attend(self, query: Any, memory: Any, mask: Any = None, padding: Any = None) -> Any:
        """Let a sequence attend to another one, and return what it becomes: the shape stays."""
        first = flag(self.batch_first, default=None)
        if first is None:
            return ops.positive(query)
        return ops.multi_head_attention(
            query,
            memory,
            memory,
            mask,
            mask_of(padding),
            embed=self.d_model,
            heads=self.nhead,
            batch_first=first,
            strict=self.training is True,
        )[0]


@modelled("torch.nn.TransformerEncoderLayer", "torch.nn.modules.transformer.TransformerEncoderLayer")
class TransformerEncoderLayer(TransformerLayer):
    """One layer of a Transformer encoder."""

    def forward(
        self, src: Any, src_mask: Any = None, src_key_padding_mask: Any = None, is_causal: Any = False
    ) -> Any:
        """Apply the layer: the shape stays."""
        return self.attend(src, src, mask_of(src_mask, is_causal), src_key_padding_mask)


@modelled("torch.nn.TransformerDecoderLayer", "torch.nn.modules.transformer.TransformerDecoderLayer")
class TransformerDecoderLayer(TransformerLayer):
    """One layer of a Transformer decoder."""

    def forward(
        self,
        tgt: Any,
        memory: Any,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        tgt_is_causal: Any = False,
        memory_is_causal: Any = False,
    ) -> Any:
        """Apply the layer: the shape stays."""
        own = self.attend(tgt, tgt, mask_of(tgt_mask, tgt_is_causal), tgt_key_padding_mask)
        return self.attend(own, memory, mask_of(memory_mask, memory_is_causal), memory_key_padding_mask)


def masks_for(layer: Any, masks: dict[str, Any]) -> dict[str, Any]:
    """Return the masks that are passed on to a layer: none to one that the program wrote itself."""
    return masks if isinstance(layer, Module) else {}


@modelled("torch.nn.TransformerEncoder", "torch.nn.modules.transformer.TransformerEncoder")
class TransformerEncoder(Module):
    """A stack of encoder layers."""

    def __init__(
        self,
        encoder_layer: Any,
        num_layers: Any,
        norm: Any = None,
        enable_nested_tensor: Any = True,
        mask_check: Any = True,
    ) -> None:
        self.layer, self.num_layers, self.norm = encoder_layer, num_layers, norm

    def knows_parameters(self) -> bool:
        """The copies of its layer are not listed."""
        return False

    def forward(
        self, src: Any, mask: Any = None, src_key_padding_mask: Any = None, is_causal: Any = None
    ) -> Any:
        """Apply the layers."""
        masks = {"src_mask": mask, "src_key_padding_mask": src_key_padding_mask, "is_causal": is_causal}
        output = host.call(self.layer, src, **masks_for(self.layer, masks))
        return output if self.norm is None else host.call(self.norm, output)


@modelled("torch.nn.TransformerDecoder", "torch.nn.modules.transformer.TransformerDecoder")
class TransformerDecoder(Module):
    """A stack of decoder layers."""

    def __init__(self, decoder_layer: Any, num_layers: Any, norm: Any = None) -> None:
        self.layer, self.num_layers, self.norm = decoder_layer, num_layers, norm

    def knows_parameters(self) -> bool:
        """The copies of its layer are not listed."""
        return False

    def forward(
        self,
        tgt: Any,
        memory: Any,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        tgt_is_causal: Any = None,
        memory_is_causal: Any = False,
    ) -> Any:
        """Apply the layers."""
        masks = {
            "tgt_mask": tgt_mask,
            "memory_mask": memory_mask,
            "tgt_key_padding_mask": tgt_key_padding_mask,
            "memory_key_padding_mask": memory_key_padding_mask,
            "tgt_is_causal": tgt_is_causal,
            "memory_is_causal": memory_is_causal,
        }
        output = host.call(self.layer, tgt, memory, **masks_for(self.layer, masks))
        return output if self.norm is None else host.call(self.norm, output)


@modelled("torch.nn.Transformer", "torch.nn.modules.transformer.Transformer")
class Transformer(Module):
    """Encoder and decoder."""

    def __init__(
        self,
        d_model: Any = 512,
        nhead: Any = 8,
        num_encoder_layers: Any = 6,
        num_decoder_layers: Any = 6,
        dim_feedforward: Any = 2048,
        dropout: Any = 0.1,
        activation: Any = None,
        custom_encoder: Any = None,
        custom_decoder: Any = None,
        layer_norm_eps: Any = 1e-05,
        batch_first: Any = False,
        norm_first: Any = False,
        bias: Any = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        self.d_model, self.nhead, self.batch_first = count(d_model), count(nhead), batch_first
        layer = TransformerEncoderLayer(d_model, nhead, dim_feedforward, batch_first=batch_first)
        other = TransformerDecoderLayer(d_model, nhead, dim_feedforward, batch_first=batch_first)
        self.encoder = (
            TransformerEncoder(layer, num_encoder_layers) if custom_encoder is None else custom_encoder
        )
        self.decoder = (
            TransformerDecoder(other, num_decoder_layers) if custom_decoder is None else custom_decoder
        )

    @staticmethod
    def generate_square_subsequent_mask(sz: Any, device: Any = None, dtype: Any = None) -> Any:
        """Return the mask that hides later positions."""
        from gnomon.models.torch.common import default_float, dtype_or, new_tensor

        side = count(sz)
        return new_tensor(Shape((side, side)), dtype_or(dtype, default_float()))

    def forward(
        self,
        src: Any,
        tgt: Any,
        src_mask: Any = None,
        tgt_mask: Any = None,
        memory_mask: Any = None,
        src_key_padding_mask: Any = None,
        tgt_key_padding_mask: Any = None,
        memory_key_padding_mask: Any = None,
        src_is_causal: Any = None,
        tgt_is_causal: Any = None,
        memory_is_causal: Any = False,
    ) -> Any:
        """Encode and decode."""
        masks = {"mask": src_mask, "src_key_padding_mask": src_key_padding_mask, "is_causal": src_is_causal}
        memory = host.call(self.encoder, src, **masks_for(self.encoder, masks))
        masks = {
            "tgt_mask": tgt_mask,
            "memory_mask": memory_mask,
            "tgt_key_padding_mask": tgt_key_padding_mask,
            "memory_key_padding_mask": memory_key_padding_mask,
            "tgt_is_causal": tgt_is_causal,
            "memory_is_causal": memory_is_causal,
        }
        return host.call(self.decoder, tgt, memory, **masks_for(self.decoder, masks))
